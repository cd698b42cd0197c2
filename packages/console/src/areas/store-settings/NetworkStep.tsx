import { type Port, wirePort } from '@coldkeep/contract/areas/ports'
import {
  isNewKey,
  MOST_TERMINALS,
  type SettingsTerminal,
  type StoreSettings,
} from '@coldkeep/contract/areas/store-settings'
import type { Translate } from '@coldkeep/phrases/keys'
import { Suspense } from 'react'
import { RowsEditor } from '../../archetypes/editor/RowsEditor'
import { Button } from '../../kit/Button'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import {
  blankPort,
  draftOfPort,
  lineOfPort,
  type PortDraft,
  placeOfPort,
  portFields,
  portOf,
} from '../equipment/port-form'
import { ReadOnlyReason } from './ReadOnlyReason'
import { terminalName } from './setting-words'
import { nextKey, type SetupStepProps } from './setup-step'
import styles from './store-settings.module.css'

const TargetPart = lazily(() => import('./TargetPart'), 'TargetPart')
/** Of tables that are on their way. */
const PART_HEIGHT_PX = 240

/** The boxes of the store with their ports, and who is notified of its alarms. */
export function NetworkStep(props: SetupStepProps & { readonly base: StoreSettings }) {
  const { settings, edit, mayChange } = props
  const t = useText()
  const { terminals } = settings
  const isChangeable = mayChange('terminals')
  return (
    <div className={styles.parts}>
      <section className={frame.stack} aria-label={t('storeSettings.terminals')}>
        <header className={styles.partHead}>
          <h3>{t('storeSettings.terminals')}</h3>
          {isChangeable && terminals.length < MOST_TERMINALS && (
            <Button
              size="small"
              icon="plus"
              onClick={() => edit({ terminals: [...terminals, { key: nextKey(terminals), ports: [] }] })}
            >
              {t('storeSettings.addTerminal')}
            </Button>
          )}
        </header>
        {!isChangeable && <ReadOnlyReason page={t('shell.pages.equipment')} />}
        {terminals.length === 0 && <p className={frame.note}>{t('storeSettings.noTerminals')}</p>}
        {terminals.map((terminal) => (
          <TerminalCard key={terminal.key} terminal={terminal} {...props} />
        ))}
      </section>
      <Suspense fallback={<Skeleton height={PART_HEIGHT_PX} />}>
        <TargetPart {...props} />
      </Suspense>
    </div>
  )
}

function TerminalCard(props: SetupStepProps & { readonly terminal: SettingsTerminal }) {
  const { terminal, settings, edit, faults, mayChange } = props
  const t = useText()
  const { key, ports } = terminal
  const name = terminalName(key, t)
  const isUsed = settings.devices.some((device) => device.terminal === key)
  const isChangeable = mayChange('terminals')
  const fault = Object.entries(faults).find(([path]) => path.startsWith(`terminals.${key}.`))?.[1]
  const put = (next: readonly Port[]) =>
    edit({
      terminals: settings.terminals.map((one) => (one.key === key ? { key, ports: [...next] } : one)),
    })
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.partHead}>
        <h4>{name}</h4>
        {isNewKey(key) && isChangeable && (
          <Button
            size="small"
            icon="remove"
            disabledReason={isUsed ? t('storeSettings.terminalInUse') : null}
            aria-label={t('storeSettings.removeTerminal', { terminal: name })}
            onClick={() => edit({ terminals: settings.terminals.filter((one) => one.key !== key) })}
          >
            {t('shell.words.delete')}
          </Button>
        )}
      </header>
      {isNewKey(key) && <p className={frame.note}>{t('storeSettings.claimLater')}</p>}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {ports === null ? (
        <p className={frame.note}>{t('equipment.ports.ownFile')}</p>
      ) : (
        <RowsEditor<Port, PortDraft>
          title={t('equipment.ports.ofTerminal', { terminal: name })}
          tableKey="store settings ports"
          rows={ports}
          rowKey={({ id }) => id}
          nameOf={({ id }) => id}
          columns={portColumns}
          form={{
            fields: portFields,
            blank: blankPort,
            draftOf: draftOfPort,
            rowOf: portOf,
            shape: wirePort,
            check: ({ id }, words, before): FieldFaults =>
              before?.id !== id && ports.some((port) => port.id === id)
                ? { id: words('commands.fault.portRepeated', { value: String(id) }) }
                : {},
          }}
          onPut={
            isChangeable
              ? (port, before) =>
                  put(
                    before === null
                      ? [...ports, port]
                      : ports.map((one) => (one.id === before.id ? port : one)),
                  )
              : undefined
          }
          staysBecause={({ id }) => {
            const count = settings.devices.filter((one) => one.terminal === key && one.port === id).length
            return count === 0 ? null : t('storeSettings.portInUse', { count })
          }}
          onRemove={isChangeable ? (port) => put(ports.filter(({ id }) => id !== port.id)) : undefined}
          emptyTitle={t('equipment.ports.none')}
        />
      )}
    </article>
  )
}

function portColumns(t: Translate): readonly Column<Port>[] {
  return [
    { key: 'id', title: t('equipment.port'), kind: 'text', value: ({ id }) => id },
    {
      key: 'kind',
      title: t('equipment.ports.kind'),
      kind: 'text',
      value: ({ kind }) => t(`equipment.ports.kinds.${kind}`),
    },
    { key: 'where', title: t('equipment.ports.where'), kind: 'text', value: placeOfPort },
    { key: 'line', title: t('equipment.ports.line'), kind: 'text', value: lineOfPort },
  ]
}
