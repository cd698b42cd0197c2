import { readFileSync } from 'node:fs'
import { fail, ok, type Result } from '@coldkeep/domain/result'

/** Variables that hold a secret. Each can be left to a file instead, as Docker and Kubernetes hand secrets over. */
const SECRETS = [
  'COLDKEEP_ADMIN_PASSWORD',
  'DATABASE_URL',
  'MQTT_URL',
  'COLDKEEP_SMTP_URL',
  'COLDKEEP_OIDC_CLIENT_SECRET',
  'COLDKEEP_LINE_TOKEN',
  'COLDKEEP_LINE_SECRET',
  'COLDKEEP_METRICS_TOKEN',
] as const

/** The variables, with what lies in the files that `<name>_FILE` names; the end of the last line does not count. */
export function withSecretFiles(variables: Variables): Result<Variables, EnvProblem> {
  const read: Record<string, string> = {}
  for (const name of SECRETS) {
    const variable = `${name}_FILE`
    const path = variables[variable]
    if (path === undefined || path === '') continue
    if (variables[name]) return fail({ variable, reason: `${name} is set as well; set one of both` })
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      return fail({ variable, reason: `${path} cannot be read (${(error as NodeJS.ErrnoException).code})` })
    }
    if (read[name] === '') return fail({ variable, reason: `${path} is empty` })
  }
  return ok({ ...variables, ...read })
}

/** Which variable is wrong, and why. */
export interface EnvProblem {
  readonly variable: string
  readonly reason: string
}

export type Variables = Readonly<Record<string, string | undefined>>
