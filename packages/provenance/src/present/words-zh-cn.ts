import type { ContentDeclaration } from '../verdict/verdict.ts';
import type { Words } from './dictionary.ts';
import { FAILURE_NOTES_ZH_CN } from './failure-words-zh-cn.ts';
import { METADATA_NOTES_ZH_CN } from './metadata-words-zh-cn.ts';
import { RESOLUTION_ZH_CN } from './resolution-words-zh-cn.ts';
import { STATUSES_ZH_CN } from './statuses-zh-cn.ts';

export const WORDS_ZH_CN: Words = {
  not_examined: '当前版本的 Revera 未检查此项。',
  unnamed: '未写明是哪一种',
  named: '标注的来源：{source}。',
  resolution: RESOLUTION_ZH_CN,
  notes: {
    ...FAILURE_NOTES_ZH_CN,
    signer_c2pa_trusted: {
      title: '已签署、未改动，签署者在 C2PA 信任列表中',
      text: '“{signer}”签署了此文件，其证书可追溯到 C2PA 官方信任列表，内容此后未被改动。',
    },
    signer_legacy_trusted: {
      title: '已签署、未改动，签署者在早期的临时列表中',
      text: '“{signer}”签署了此文件，内容此后未被改动。其证书见于官方 C2PA 信任列表启用之前使用、现已冻结的临时列表。',
    },
    signer_service_trusted: {
      title: '已签署、未改动，签署者为本服务所信任',
      text: '“{signer}”签署了此文件，内容此后未被改动。其证书可追溯到本服务运营者添加的信任锚，不在公开列表中。',
    },
    signer_not_in_trust_list: {
      title: '已签署，但签署者不在我们使用的任何列表中',
      text: '签名有效，内容此后未被改动，但没有任何列表确认“{signer}”的真实身份。',
    },
    signer_trust_list_unavailable: {
      title: '已签署，但未能加载信任列表',
      text: '签名有效，内容此后未被改动，但无法核对“{signer}”是否在信任列表中。',
    },
    signer_certificate_chain_invalid: {
      title: '已签署，但证书链不成立',
      text: '签名有效，内容此后未被改动，但各证书不能构成证书链，“{signer}”这一名称不可采信。',
    },
    signer_self_signed: {
      title: '使用签署者自制的证书签署',
      text: '签名有效，内容此后未被改动，但任何人都可以制作名为“{signer}”的此类证书。',
    },
    valid_but_unverified_signer: {
      title: '内容完整，身份未确认',
      text: '内容凭证证明签署之后内容未被改动，但不能证明签署者是谁。',
    },
    credential_is_not_truth: {
      title: '不能说明什么',
      text: '有效的内容凭证证明由谁签署、内容未被改动，但不能证明画面或内容所表达的是事实。',
    },
    service_credential_revoked: {
      title: '该凭证已被签发方吊销',
      text: '本服务签发了凭证 {credential_id}，现已永久吊销。签名本身不受影响，但委托签署的一方不再为其背书。详见 {verify_url}。',
    },
    service_credential_suspended: {
      title: '该凭证已被签发方暂停',
      text: '本服务签发了凭证 {credential_id}，目前处于暂停状态。采信之前请再次查看：{verify_url}。',
    },
    service_credential_expired: {
      title: '该凭证已过期',
      text: '本服务签发了凭证 {credential_id}。其签名证书已到期，且没有时间戳证明签署时证书有效。详见 {verify_url}。',
    },
    service_credential_active: {
      title: '该凭证由本服务签发',
      text: '凭证编号为 {credential_id}，目前有效。详见 {verify_url}。',
    },
    service_credential_sandbox: {
      title: '沙箱中的试签',
      text: '持有测试密钥的人都可以这样签署任何内容。仅供测试，不能作为证明：签名证书只用于开发，外部不会信任。',
    },
    ancestor_credential_revoked: {
      title: '所用素材的凭证已被吊销',
      text: '本文件的历史中有一份由本服务签发、且已永久吊销的凭证（{credential_ids}）。当初委托签署那份内容的一方不再为其背书；本文件自身的签名不受影响。详见 {verify_url}。',
    },
    ancestor_credential_suspended: {
      title: '所用素材的凭证已被暂停',
      text: '本文件的历史中有一份由本服务签发、目前处于暂停状态的凭证（{credential_ids}）。在采信源自那份内容的部分之前，请再次查询：{verify_url}。',
    },
    declares_ai_generated: {
      title: declared('ai_generated'),
      text: '内容凭证声明此内容由生成式模型制作。',
    },
    declares_ai_edited: {
      title: declared('ai_edited'),
      text: '内容凭证声明生成式模型编辑了此内容的一部分。',
    },
    declares_human_edited: {
      title: declared('human_edited'),
      text: '内容凭证声明此内容由人编辑。',
    },
    declares_digital_creation: {
      title: declared('digital_creation'),
      text: '内容凭证声明此内容由非生成式模型的软件制作。',
    },
    declares_captured: {
      title: declared('captured'),
      text: '内容凭证声明此内容由相机、扫描仪或录音设备采集。',
    },
    declares_composite: {
      title: declared('composite'),
      text: '内容凭证声明此内容由多个来源组合而成。',
    },
    declares_undeclared: {
      title: '未说明制作方式',
      text: '内容凭证没有说明此内容是拍摄、制作还是生成的。',
    },
    declared_not_proven: {
      title: '仅为声明，未经证明：{credential}',
      text: '签名有效，内容与签署时一致，但无法证明签署时证书仍在有效期内。因此凭证中的说法只算作陈述，与未签名的元数据相当，也不能说明没有人工智能参与。',
    },
    time_stamped: {
      title: '带有时间戳',
      text: '时间戳机构确认该签名在 {time} 已经存在。',
    },
    time_stamped_by_public_root: {
      title: '带有公共根证书机构的时间戳',
      text: '时间戳表明该签名在 {time} 已经存在。该机构不在时间戳机构列表中，但其证书可追溯到公共根证书；对于早于该列表的第一版凭证，这样的时间戳有效。',
    },
    time_stamp_of_unknown_authority: {
      title: '时间戳不能证明时间',
      text: '时间戳所示时间为 {time}，但没有任何依据能担保其机构（“{authority}”），任何人都能制作这样的时间戳。签署时间仅为签署者自述。',
    },
    time_stamp_broken: {
      title: '时间戳不成立',
      text: '签名旁带有时间戳，但它已损坏、属于其他内容，或并非出自所称机构，因此不能证明时间。',
    },
    no_trusted_time_stamp: {
      title: '没有可信的时间戳',
      text: '签署时间仅为签署者自述。',
    },
    time_stamp_list_unavailable: {
      title: '未能核对时间戳',
      text: '签名证书现已过期。时间戳表明签名完成于过期之前，但没有可用的时间戳机构列表加以确认。',
    },
    revocation_not_checked: {
      title: '未检查吊销状态',
      text: '文件中没有签名证书是否被吊销的证据，本服务也不向签发机构查询。',
    },
    revocation_evidence_unusable: {
      title: '文件中的吊销证据无效',
      text: '文件附带了签名证书吊销状态的查询结果，但该结果已损坏、针对其他证书、已过时或并非出自签发机构，因此证书即使已被吊销也可能看不出来。本服务不向签发机构查询。',
    },
    identity_not_looked_up: {
      title: '有一项身份未查询',
      text: '凭证还通过 CAWG 身份断言指明了某人，但该身份的文档存放在网络上的其他位置。本服务不会访问，因此其身份未知；签名本身不受影响。',
    },
    identity_not_confirmed: {
      title: '有一项身份不在所用列表中',
      text: '凭证还通过 CAWG 身份断言指明了某人。该断言格式完好，但其签发者不在本服务使用的任何列表中；签名本身不受影响。',
    },
    identity_not_verified: {
      title: '有一项身份未通过验证',
      text: '凭证还通过 CAWG 身份断言指明了某人，但该断言不成立（{codes}）。请勿采信该名称；签名本身不受影响。',
    },
    additional_exclusions: {
      title: '文件的一部分不在签名范围内',
      text: '除凭证自身的位置外，内容凭证还排除了文件的其他部分；这些部分被改动也不会使凭证失效。',
    },
    trust_list_cached: {
      title: '使用了缓存的信任列表',
      text: '未能加载信任列表的最新版本，使用了最近一次成功获取的版本。',
    },
    trust_list_incomplete: {
      title: '有信任列表未能加载',
      text: '在可用的列表中没有找到签署者，但签署者可能在未能加载的列表中：{lists}。',
    },
    remote_manifest_not_fetched: {
      title: '文件指向别处的清单',
      text: '文件声明其清单位于 {url}。本服务不访问此类地址，因此未检查该处内容。',
    },
    media_type_differs: {
      title: '文件类型与声明不符',
      text: '发送时声明为 {declared}，实际字节为 {found}。以字节为准。',
    },
    label_contradicts_credential: {
      title: '凭证与标识相互矛盾',
      text: '内容凭证声明：{credential}；位于 {location} 的 AIGC 标识却声明内容由人工智能生成。两者至少有一个不实，都不能直接采信。',
    },
    labels_contradict: {
      title: '两个标识相互矛盾',
      text: '文件中有不止一个 AIGC 标识，且内容不一致：{first}（位于 {first_location}）与 {second}（位于 {second_location}）。标准只允许有一个。',
    },
    label_declares_ai_generated: {
      title: labelled('ai_generated'),
      text: 'AIGC 隐式标识（GB 45438-2025）声明该内容由人工智能生成或合成。{named}',
    },
    label_declares_ai_possible: {
      title: labelled('ai_possible'),
      text: 'AIGC 隐式标识（GB 45438-2025）的取值为 2。按标准，该取值表示内容可能由人工智能生成或合成；标识没有说明由谁判断、依据为何。{named}',
    },
    label_declares_ai_suspected: {
      title: labelled('ai_suspected'),
      text: 'AIGC 隐式标识（GB 45438-2025）的取值为 3。按标准，该取值表示内容疑似由人工智能生成或合成；标识没有说明由谁判断、依据为何。{named}',
    },
    label_value_unknown: {
      title: '标识的取值为“{value}”',
      text: '要素 Label 的值为“{value}”，而标准（GB 45438-2025）只规定了 1、2 和 3，因此该 AIGC 隐式标识没有说明内容是否由人工智能生成。{named}',
    },
    label_value_missing: {
      title: '标识未说明是否由人工智能生成',
      text: '文件中有 AIGC 隐式标识（GB 45438-2025），但要素 Label 没有值，因此没有说明内容是否由人工智能生成。{named}',
    },
    label_code_wrong: {
      title: '标识中的服务提供者编码有误',
      text: '编码 {code} 的校验码不正确，可能是误录或虚构。它不对应任何服务提供者，因此不作为来源列出。',
    },
    label_signature_verified: {
      title: '标识中的签名有效',
      text: '标识带有签名，所用密钥已知属于 {signer}。其中的生成合成标签、生成合成服务提供者与内容制作编号未被改动。',
    },
    label_signature_embedded: {
      title: '标识未被改动，但签署者未知',
      text: '标识中的签名与其自带的密钥相符。这说明标识写入后未被改动，但不能说明由谁写入。',
    },
    label_signature_failed: {
      title: '标识中的签名无效',
      text: '标识带有签名，但与其文字不符：标识写入后被改动过，或该签名属于其他内容。',
    },
    label_bound: {
      title: '凭证覆盖了标识',
      text: '标识位于内容凭证所绑定的文件之内，因此签署凭证时它已经存在。',
    },
    label_not_authenticated: {
      title: '任何人都可能写入该标识',
      text: '文件中没有任何机制防止标识被添加或改动。它是声明，不是证明。',
    },
    label_nonconformant: {
      title: '标识不符合标准',
      text: '它违反了 GB 45438-2025 或其编码规则：{rules}。能读出的内容已照实列出。',
    },
    label_empty: {
      title: '标识可能曾被清空',
      text: '位于 {location} 的 AIGC 标识位置存在，但没有内容。其中的标识可能已被去除，也可能从未填写。',
    },
    label_undecodable: {
      title: '标识无法读取',
      text: '位于 {location} 的 AIGC 标识位置中的内容不是标准规定的标识。',
    },
    label_doubts_credential: {
      title: '标识对凭证的声明存疑',
      text: '凭证声明：{credential}。标识则表示可能或疑似由人工智能生成，因此这里不把该声明当作确定的结论。',
    },
    label_look_alike: {
      title: '发现其他人工智能标记',
      text: '文件带有{schema}自有的记录，其中写明内容由人工智能生成。它不是 AIGC 标识，与其他未签名的元数据同等看待。',
    },
    label_look_alike_silent: {
      title: '{schema}的记录未涉及人工智能',
      text: '文件带有{schema}自有的记录，其中用于标注人工智能的字段并未表示内容由人工智能生成。它不是 AIGC 标识，也不是人工智能标记。',
    },
    label_search_incomplete: {
      title: '未能完整查找标识',
      text: '文件的部分内容已损坏、被加密或超出限制（{what}），如果标识在其中则无法发现。',
    },
    label_reader_failed: {
      title: '无法检查标识',
      text: 'AIGC 标识读取器在处理该文件时失败，因此本结果不说明是否存在标识。',
    },
    label_not_examined: {
      title: '未检查标识',
      text: '该结果由尚不查找 AIGC 标识的版本生成。',
    },
    no_label: {
      title: '未发现 AIGC 标识',
      text: '在读取器已知的位置均未发现。没有标识，不代表内容是真是假：许多工具不写入标识，许多服务会将其去除。',
    },
    ...METADATA_NOTES_ZH_CN,
    parts_not_examined: {
      title: '未检查的内容',
      text: '本结果涉及 C2PA 内容凭证、中国 AIGC 标识和厂商元数据，未检查分辨率完整性。',
    },
    resolution_upscaled: {
      title: '图像可能经过放大',
      text: '像素或元数据与由较小图像放大而成的情况相符。编辑软件、浏览器、排版软件和相机的数码变焦每天都在这样做；这不说明画面内容如何。',
    },
    resolution_uncertain: {
      title: '无法得知是否经过放大',
      text: '无法测量该文件，或测量结果不明确；理由见结果中的说明。这并不表示文件有问题。',
    },
    resolution_reader_failed: {
      title: '无法测量分辨率',
      text: '测量失败或未能按时完成；已知的理由见结果。本结果不说明像素的情况，其余各项均已检查。',
    },
    resolution_beside_capture: {
      title: '由相机拍摄，且可能经过放大',
      text: '内容凭证写明内容由相机拍摄，而像素或元数据与放大相符。两者可以同时成立：数码变焦和后期调整尺寸都会放大拍摄的图像。',
    },
  },
};

function declared(declaration: ContentDeclaration): string {
  return `声明：${STATUSES_ZH_CN.declaration[declaration].heading}`;
}

function labelled(declaration: ContentDeclaration): string {
  return `标识声明：${STATUSES_ZH_CN.declaration[declaration].heading}`;
}
