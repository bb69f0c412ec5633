alter table job add column pictures_until timestamptz;
comment on column job.pictures_until is 'The pictures of the result are still being copied, and are stored before this time or never. Null: there is nothing to wait for. By the clock of the database.';
