import type { Component, ComponentState, IncidentComponent, IncidentState } from '../../shared/components.ts';
import { createdAt, nullable, numbered, text, time, withDefault } from './column.ts';

export const health_sample = {
  slot: time(),
  component: text<Component>(),
  state: text<ComponentState>(),
};

export const incident = {
  id: text(),
  component: text<IncidentComponent>(),
  title_en: nullable(text()),
  title_zh_cn: nullable(text()),
  started_at: withDefault(time()),
};

export const incident_update = {
  id: numbered(),
  incident_id: text(),
  state: text<IncidentState>(),
  text_en: nullable(text()),
  text_zh_cn: nullable(text()),
  created_at: createdAt(),
};
