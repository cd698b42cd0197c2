import {
  listWarningRules,
  removeWarningRule,
  type WarningSetting,
} from '@coldkeep/contract/areas/warning-rules'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'
import { placeWords } from './rule-words'

/**
 * Asks before an own rule goes. One that was changed in the meantime stays, and the error window shows that.
 */
export function RemoveRuleDialog(props: { readonly rule: WarningSetting; readonly onClose: () => void }) {
  const { rule, onClose } = props
  const t = useText()
  const { scope, kind, revision } = rule
  const scopeId =
    scope.kind === 'default' ? null : scope.kind === 'store' ? scope.storeId : scope.departmentId
  return (
    <ConfirmAndSend
      title={t('warningRules.backTitle')}
      action={t('warningRules.back')}
      call={removeWarningRule}
      input={revision === null ? null : { query: { scope: scope.kind, scopeId, type: kind, revision } }}
      invalidates={[listWarningRules]}
      success={t('warningRules.backDone')}
      onFailed={(problem) => {
        if (!isRowChanged(problem)) return
        // the page shows the current rule, and loads it again for that
        markStale([listWarningRules])
        onClose()
      }}
      onClose={onClose}
    >
      {t('warningRules.backText', {
        rule: t(`warningRules.kind.${kind}`),
        place: placeWords(rule, t),
      })}
    </ConfirmAndSend>
  )
}
