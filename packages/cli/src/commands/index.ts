import type { Command } from '../command.ts';
import { ADMIN_COMMANDS } from './admin.ts';
import { certsExport } from './certs-export.ts';
import { certsRenew } from './certs-renew.ts';
import { certsRequest } from './certs-request.ts';
import { certsShow } from './certs-show.ts';
import { init } from './init.ts';
import { inspect } from './inspect.ts';
import { keysCreate } from './keys-create.ts';
import { keysList } from './keys-list.ts';
import { keysRevoke } from './keys-revoke.ts';
import { lab } from './lab.ts';
import { labelCheck } from './label-check.ts';
import { labelCode } from './label-code.ts';
import { labelRead } from './label-read.ts';
import { labelWrite } from './label-write.ts';
import { PLAN_COMMANDS } from './plans.ts';
import { secretsRotate } from './secrets-rotate.ts';
import { secretsStatus } from './secrets-status.ts';
import { sign } from './sign.ts';
import { serve } from './serve.ts';
import { trustImport } from './trust-import.ts';
import { trustList } from './trust-list.ts';
import { trustRefresh } from './trust-refresh.ts';
import { verify } from './verify.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  verify,
  inspect,
  sign,
  lab,
  labelRead,
  labelCheck,
  labelWrite,
  labelCode,
  trustImport,
  trustList,
  trustRefresh,
  keysCreate,
  keysList,
  keysRevoke,
  certsShow,
  certsRenew,
  certsExport,
  certsRequest,
  ...ADMIN_COMMANDS,
  ...PLAN_COMMANDS,
  secretsStatus,
  secretsRotate,
  init,
  serve,
];
