import { getConfiguration, listConfigurations } from '@coldkeep/contract/areas/bundles'
import { listCommands, sendCommand } from '@coldkeep/contract/areas/commands'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCall } from '../../api/use-call'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { commandText } from './command-words'

export interface RunOnceDialogProps {
  readonly terminal: TerminalId
  readonly onClose: () => void
}

interface Run {
  readonly script: string | null
}

export function runRules(terminalId: TerminalId, t: Translate): CallRules<typeof sendCommand, Run> {
  return {
    call: sendCommand,
    labels: { script: t('commands.script') },
    inputOf: ({ script }) => ({ params: { terminalId }, body: { op: 'run.once', script } }),
  }
}

/** Chooses a script of the active configuration and has the terminal run it once. */
export function RunOnceDialog({ terminal, onClose }: RunOnceDialogProps) {
  const t = useText()
  const params = { terminalId: terminal }
  const revisions = useCall(listConfigurations, { params })
  const active = revisions.data?.revisions.find(({ state }) => state === 'active')
  const content = useCall(
    getConfiguration,
    active === undefined ? null : { params: { ...params, revision: active.revision } },
  )
  const names = scriptNames(content.data?.document)
  const form = useSendForm<typeof sendCommand, Run>({
    ...runRules(terminal, t),
    initial: { script: null },
    invalidates: [listCommands],
    onDone: (command) => {
      showToast(t('commands.sentToast', { command: commandText(command, t) }))
      onClose()
    },
  })
  const isEmpty = revisions.isSuccess && active === undefined
  return (
    <FormModal
      opened
      title={t('commands.runOnce')}
      submitLabel={t('commands.runOnce')}
      {...form.window}
      dirty={false}
      onClose={onClose}
    >
      {isEmpty ? (
        <p>{t('commands.noScripts')}</p>
      ) : (
        <SelectField
          {...form.field('script')}
          loading={content.isLoading}
          choices={names.map((name) => ({ value: name, label: name }))}
        />
      )}
    </FormModal>
  )
}

function scriptNames(document: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const scripts: unknown = document?.scripts
  if (!Array.isArray(scripts)) return []
  return scripts.flatMap((script: { readonly name?: unknown }) =>
    typeof script.name === 'string' ? [script.name] : [],
  )
}
