-- Claims in place of row locks: who talks to a storage service or an issuer holds no transaction meanwhile (0032, 0010).

-- One at a time moves the file of a grant in the storage. The claim of a process that ended counts until its time is over.
-- From here on `size_bytes` and `preview_type` are also set for direct uploads, once their file was copied and measured.
alter table upload_grants
  add column claim_id      uuid,
  add column claimed_until timestamptz,
  add constraint upload_grants_claim check ((claim_id is null) = (claimed_until is null));

-- One at a time asks the issuer for fresh tokens of a session: many issuers take a refresh token once.
alter table auth.oidc_sessions add column renewing_until timestamptz;
