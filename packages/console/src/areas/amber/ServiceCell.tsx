import type { AlertServiceState } from '@coldkeep/domain/alert-service/alert-service'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'

const looks = { on: 'online', off: 'locked', over: 'expired' } as const

/** Whether an alert service runs: one that is over has a shape and its word. */
export function ServiceCell({ state }: { readonly state: AlertServiceState }) {
  const t = useText()
  return <StatusTag status={looks[state]} word={t(`amber.state.${state}`)} />
}
