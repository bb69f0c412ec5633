/** A well-formed entry that is not used. */
export interface RejectedEntry {
  /** Place in the list, for example `TrustedEntitiesList[3].TrustedEntityServices[0]` or `certificate 12`. */
  where: string;
  reason: 'not_trusted' | 'other_service_type' | 'no_certificate' | 'duplicate';
}

/** A certificate as given in a list, not yet parsed. */
export interface ListedCertificate {
  where: string;
  der: Uint8Array;
}
