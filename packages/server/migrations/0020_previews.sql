create table job_preview (
  job_id text primary key references job on delete cascade,
  shows text not null check (shows in ('file', 'credential')),
  width int not null check (width between 1 and 960),
  height int not null check (height between 1 and 960),
  bytes bytea not null check (length(bytes) between 1 and 524288),
  small bytea not null check (length(small) between 1 and 16384)
);
-- A WebP does not get smaller.
alter table job_preview alter column bytes set storage external;
alter table job_preview alter column small set storage external;
comment on table job_preview is 'The picture beside a job''s result. Part of the result: stored with it, deleted with it.';
comment on column job_preview.shows is 'file: its own pixels; credential: the picture that the active manifest carries, which may differ from the file.';
comment on column job_preview.bytes is 'A WebP that this program made of the decoded pixels, without metadata; never the bytes of the file.';
comment on column job_preview.small is 'The same for lists.';
