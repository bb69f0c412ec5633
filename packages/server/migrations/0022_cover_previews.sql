-- Recordings and clips are previewed by the cover that they carry.
alter table job_preview drop constraint job_preview_shows_check;
alter table job_preview add constraint job_preview_shows_check check (shows in ('file', 'cover', 'credential'));
comment on column job_preview.shows is 'file: its own pixels; cover: the cover art stored in it; credential: the picture that the active manifest carries, which may differ from the file.';
