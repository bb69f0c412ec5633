alter table credential add column filename text;
alter table credential add column aigc_label_present boolean;
alter table credential add column public_download boolean not null default false;
comment on column credential.filename is 'Of the file that was sent, for its organization alone. Null: signed before this was recorded.';
comment on column credential.aigc_label_present is 'Whether the signed file carries a China AIGC label, as it was read back. Null: signed before this was recorded.';
comment on column credential.public_download is 'Whether anyone who has the address of the credential may see and download the signed file. The organization decides.';
