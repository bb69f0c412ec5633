import { LIMITS } from '../../limits.ts';
import { isIssuedBy, parseCertificate, subjectOf } from '../../trust/certificate.ts';
import { readCertificateFields } from './certificate-fields.ts';
import { problem, type ProfileContext, type ProfileProblem } from './profile-problem.ts';
import { AUTHORITY_RULES, LEAF_RULES, type Link } from './profile-rules.ts';

const SUBJECT_CHARACTERS = 100;

/**
 * Checks a signing certificate with its intermediates (DER, leaf first) against the C2PA certificate profile (C2PA 2.x
 * §14.5) and the needs of validators. An empty list means that they may sign. Trust is not examined.
 */
export function checkSigningChain(chainDer: readonly Uint8Array[], context: ProfileContext): ProfileProblem[] {
  if (chainDer.length === 0) return [problem('chain_empty', 'There is no certificate.')];
  if (chainDer.length > LIMITS.chainCertificates) {
    const message = `The chain has ${chainDer.length} certificates; at most ${LIMITS.chainCertificates} are used.`;
    return [problem('chain_too_long', message)];
  }
  const links = chainDer.map((der, index) => readLink(der, index));
  const problems = links.flatMap((link, index) => {
    if (link === null) return [problem('unreadable', `Certificate ${index + 1} of the chain cannot be read.`)];
    const rules = index === 0 ? LEAF_RULES : AUTHORITY_RULES;
    return rules.flatMap((rule) => rule(link, context).flatMap((found) => found ?? []));
  });
  const readable = links.flatMap((link) => link ?? []);
  return readable.length === links.length ? [...problems, ...orderProblems(readable)] : problems;
}

function readLink(der: Uint8Array, index: number): Link | null {
  const certificate = parseCertificate(der);
  const fields = certificate === null ? null : readCertificateFields(der);
  if (certificate === null || fields === null) return null;
  const role = index === 0 ? 'The signing certificate' : `Intermediate certificate ${index}`;
  // The subject is untrusted text, and these messages are printed and logged.
  const subject = subjectOf(certificate).replaceAll(/\p{C}/gu, ' ').slice(0, SUBJECT_CHARACTERS);
  return { certificate, fields, index, name: `${role} (${subject})` };
}

function orderProblems(links: readonly Link[]): ProfileProblem[] {
  return links.flatMap(({ certificate, name, index }) => {
    const issuer = links[index + 1];
    if (issuer !== undefined) {
      if (isIssuedBy(certificate, issuer.certificate)) return [];
      return [problem('wrong_issuer', `${name} is not issued and signed by the certificate that follows it.`)];
    }
    if (!isIssuedBy(certificate, certificate)) return [];
    return index === 0
      ? [problem('self_signed', `${name} has signed itself; a certificate authority must issue it.`)]
      : [problem('root_in_chain', `${name} is the root; leave it out, who verifies has it or does not trust it.`)];
  });
}
