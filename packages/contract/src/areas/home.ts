import type { DepartmentId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { dashboardCard } from '../wire/chart'
import { as } from '../wire/dialect'
import { wireIdOrAll } from '../wire/id'

const scope = z.object({ departmentId: as('depart', wireIdOrAll<DepartmentId>()) })

export const homeConnectionRate = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/iot-connection',
  access: 'signed_in',
  summary: 'Connection rate of today, one gauge per department below the chosen one.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeTemperatureAssurance = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/qa-temp',
  access: 'signed_in',
  summary: 'Insured devices by their verdict of yesterday, and the share that was protected.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeHealth = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/health',
  access: 'signed_in',
  summary: 'Devices by the class of their health score, and the share that is good or fair.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeOperation = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/operation',
  access: 'signed_in',
  summary: 'What refrigerated devices do today, as shares of time.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeDemand = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/pwr-ctrl',
  access: 'signed_in',
  summary: 'Share of demand intervals within the contract today, and the highest demand of each department.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeEnergyComparison = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/pwr-compare',
  access: 'signed_in',
  summary: 'Change of the weather-corrected energy of the last 30 days, by department.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeAlarmRecord = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/alarm-record',
  access: 'signed_in',
  summary:
    'Share of the alarms of today that have been acknowledged, and the alarms of seven days by priority.',
  query: scope,
  answer: dashboardCard,
  answerAsIs: true,
})

export const homeScope = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/scope',
  access: 'signed_in',
  summary: 'How many stores and devices the home screen speaks about, and how fresh its readings are.',
  query: scope,
  answer: z.object({
    departmentId: as('depart', z.string()),
    name: z.string(),
    stores: z.int(),
    devices: z.int(),
    hostsLost: z.int(),
    /** The newest reading of all, ISO 8601 in UTC. */
    newestReadingAt: z.nullable(z.string()),
  }),
})

const openCounts = z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })

export const homeOrganisation = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/organisation',
  access: 'signed_in',
  summary:
    'The departments and stores directly below a department: how many stores, and which alarms are open there.',
  query: scope,
  answer: z.object({
    parts: z.array(
      z.object({
        departmentId: as('depart', z.string()),
        /** Null: a department. */
        store: z.nullable(z.string()),
        name: z.string(),
        stores: z.int(),
        hostsLost: z.int(),
        open: openCounts,
      }),
    ),
  }),
})

export const homeWork = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/work',
  access: 'signed_in',
  summary:
    'How much work of people is due: upkeep, open repairs and update jobs that run; of each page that the caller may open.',
  query: scope,
  answer: z.object({
    /** Due within seven days, and overdue. */
    upkeep: z.nullable(z.object({ soon: z.int(), overdue: z.int() })),
    /** Open cases, and those of the caller among them. */
    repairs: z.nullable(z.object({ open: z.int(), mine: z.int() })),
    updates: z.nullable(z.object({ running: z.int() })),
  }),
})
