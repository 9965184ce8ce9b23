-- Until when a person who signed in at the issuer again may do what asks others for their password.
alter table auth.oidc_sessions add column confirmed_until timestamptz;
