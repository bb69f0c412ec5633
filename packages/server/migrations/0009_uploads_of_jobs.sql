alter table job add column upload_folder text;
comment on column job.upload_folder is 'The folder of uploads in which the file of the job lies; only workers that have this folder take it. Null: any worker can get at what the job needs.';
create index job_upload on job ((input->'upload'->>'name')) where status in ('queued', 'processing');

create table upload_folder (
  id text primary key check (id ~ '^[0-9A-Za-z]{22}$'),
  worker_seen_at timestamptz not null default now()
);
comment on table upload_folder is 'Folders of uploads that have workers. A job whose folder has had none for long is ended.';

alter table credential add constraint credential_asset_is_no_upload check (asset_key !~ '^upload_');
comment on column blob.delete_after is 'While it is being written: when its writer has certainly gone. Afterwards: when its retention ends. The upload of an unfinished job is not deleted before that job has ended.';
