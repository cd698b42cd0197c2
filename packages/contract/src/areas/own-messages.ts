import type {
  AlarmId,
  BulletinId,
  CreditApplicationId,
  DeviceId,
  FridgeEntryId,
  JobId,
  ParameterApplyId,
  RepairCaseId,
  StoreId,
} from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageSize } from '../wire/page'
import { wireTerminalId } from '../wire/terminal-id'

const path = '/api/v2/account/messages'

const message = z.object({
  /** Of the message, which may cover several alarms, one write, a device model, terminals, an update job, a demand, upkeep, a case, breaches, a brand or a message to stores. */
  id: z.string(),
  at: wireInstant,
  title: z.string(),
  body: z.string(),
  /** It announces that a critical or high alarm was raised. */
  isUrgent: z.boolean(),
  isRead: z.boolean(),
  /** Where all of it is about one: the store, the alarm. */
  storeId: as('store', z.nullable(wireId<StoreId>())),
  alarm: z.nullable(wireId<AlarmId>()),
  /** The write that it is about; `null` where it is about alarms. */
  write: z.nullable(z.string()),
  /** The device model that it is about. */
  model: z.nullable(z.object({ brand: z.string(), model: z.string() })),
  /** The terminal that it is about. */
  terminalId: as('terminal', z.nullable(wireTerminalId)),
  /** The update job that it is about. */
  firmwareJob: z.nullable(wireId<JobId>()),
  /** It is about terminals that are at least so many released versions behind. */
  leftBehind: z.nullable(z.int()),
  /** The day of its store whose electricity demand it is about, with the ids of the departments down to the store. */
  demand: z.nullable(z.object({ departments: z.string(), day: z.string() })),
  /** The state of work in upkeep that it is about, with the ids of the departments down to its stores. */
  upkeep: z.nullable(z.object({ departments: z.string(), state: z.enum(['soon', 'overdue']) })),
  /** The case of repair that it is about. */
  repairCase: z.nullable(wireId<RepairCaseId>()),
  /** The device whose parameters changed. */
  parameters: z.nullable(wireId<DeviceId>()),
  /** The apply of a parameter file that it is about. */
  parameterApply: z.nullable(wireId<ParameterApplyId>()),
  /** Open breaches that it is about, with the ids of the departments down to their stores. */
  openBreaches: z.nullable(z.object({ departments: z.string() })),
  /** The brand of fridges that it is about. */
  fridgeBrand: z.nullable(wireId<FridgeEntryId>()),
  /** It is about an application for service points. */
  pointApplication: z.nullable(wireId<CreditApplicationId>()),
  /** It is about the alert service of engineers, or who is on call, with the ids of the departments down to theirs. */
  amber: z.nullable(z.object({ departments: z.string(), tab: z.enum(['engineers', 'onCall']) })),
  /** The message to stores that it is about. */
  bulletin: z.nullable(wireId<BulletinId>()),
})

export const listOwnMessages = defineCall({
  method: 'GET',
  path,
  access: 'signed_in',
  summary: 'What the own account was notified of in the console in the last 30 days, the newest first.',
  query: z.object({ count: z._default(pageSize, 20) }),
  answer: z.object({ messages: z.array(message), total: z.int(), unread: z.int() }),
})
export type OwnMessage = z.output<typeof message>

export const readOwnMessages = defineCall({
  method: 'POST',
  path: `${path}/read`,
  access: 'signed_in',
  summary: 'Notes that a message of the own account was read; without one, that all were.',
  body: z.object({ message: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))) }),
  answer: nothing,
})
