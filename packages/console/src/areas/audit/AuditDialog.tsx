import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAuditColumns } from './audit-columns'
import type { AuditEntry } from './audit-words'

/** One audit entry in full. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const columns = useAuditColumns()
  const facts = [
    ...columns.map(({ key, title, value }) => ({
      title,
      text: key === 'at' ? formatInstant(entry.at) : String(value(entry) ?? ''),
    })),
    { title: t('audit.position'), text: formatNumber(language, entry.position) },
  ]
  return (
    <Modal
      opened
      widthPx={800}
      title={t('audit.entry', { position: entry.position })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell.words.close')}</Button>}
    >
      <dl className={frame.facts}>
        {facts
          .filter(({ text }) => text !== '')
          .map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <pre className={frame.text}>{JSON.stringify(entry.detail, null, 2)}</pre>
      <p className={frame.note}>
        {t('audit.hash')} <code>{entry.hash}</code>
      </p>
    </Modal>
  )
}
