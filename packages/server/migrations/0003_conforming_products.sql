alter table trust_list drop constraint trust_list_name_check;
alter table trust_list add constraint trust_list_name_check
  check (name in ('c2pa', 'c2pa_tsa', 'legacy', 'service', 'c2pa_products'));
alter table trust_list
  add column products jsonb not null default '[]' check (jsonb_typeof(products) = 'array');
comment on column trust_list.products is 'Records of the list of conforming products (c2pa_products); the other lists have none.';
comment on column trust_list_change.added is 'Certificates, or products of the list c2pa_products.';
