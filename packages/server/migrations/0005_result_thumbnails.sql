create table job_thumbnail (
  job_id text not null references job on delete cascade,
  position int not null check (position >= 0),
  manifest_label text not null,
  ingredient_label text,
  width int not null check (width between 1 and 256),
  height int not null check (height between 1 and 256),
  bytes bytea not null check (length(bytes) between 1 and 32768),
  primary key (job_id, position)
);
comment on table job_thumbnail is 'Pictures that the manifests of the examined file carry. Part of the job''s result: stored with it, deleted with it.';
comment on column job_thumbnail.ingredient_label is 'The ingredient assertion whose picture it is; null: it shows the manifest''s own asset.';
comment on column job_thumbnail.bytes is 'A JPEG that this program made of the decoded pixels, without metadata; never the bytes of the file.';

update job set filename = null, input = '{}' where status = 'expired';
alter table job drop constraint job_expired_is_empty;
alter table job add constraint job_expired_is_empty
  check (
    status <> 'expired'
    or (filename is null and input = '{}' and result is null and evidence is null and crjson is null and signing is null)
  );
comment on column job.input is 'What the handler needs: where the upload lies, its size and digest, what was declared. Empty once the job has expired.';
comment on column job.expires_at is 'When a finished job loses its result, the name of its file and its input.';
