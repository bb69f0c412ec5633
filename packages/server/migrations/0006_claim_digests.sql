alter table credential add column claim_sha256 text check (claim_sha256 ~ '^[0-9a-f]{64}$');
alter table credential add column signer_sha256 text check (signer_sha256 ~ '^[0-9a-f]{64}$');
alter table credential add constraint credential_claim_with_signer check ((claim_sha256 is null) = (signer_sha256 is null));
create unique index credential_claim on credential (claim_sha256) where claim_sha256 is not null;
create index credential_without_claim on credential (id) where claim_sha256 is null;
comment on column credential.claim_sha256 is 'Of the claim''s bytes, which are what was signed: names the one act of signing. Null: made before this column was, and not read again yet.';
comment on column credential.signer_sha256 is 'Of the certificate that signed. The claim can be copied and signed by others; such a copy is not this credential.';
comment on column credential.claim_signature_sha256 is 'Of the whole claim signature, parts of which anyone can change. Finds credentials without claim_sha256.';
