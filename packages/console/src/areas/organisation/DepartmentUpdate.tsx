import { departmentSample, listDepartments } from '@coldkeep/contract/areas/departments'
import { useState } from 'react'
import { readCall, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { FileField } from '../../kit/field/FileField'
import { Skeleton } from '../../kit/Skeleton'
import { downloadText } from '../../kit/table/export-csv'
import { useLanguage, useText } from '../../kit/text'
import { ChangePreview, FileFaults } from './ChangePreview'
import { DepartmentTree } from './DepartmentTree'
import styles from './organisation.module.css'
import { useDepartmentUpdate } from './use-department-update'

const EXAMPLE_FILE = 'departments.json'

/** The departments as they are, and a file that makes them otherwise: looked at first, then all or nothing. */
export function DepartmentUpdate() {
  const t = useText()
  const language = useLanguage()
  const [isConfirming, setConfirming] = useState(false)
  const departments = useCall(listDepartments, {})
  const update = useDepartmentUpdate()
  const { preview } = update

  const download = async () => {
    const sample = await readCall(departmentSample, {}, language).catch(() => null)
    if (sample === null) return
    const text = JSON.stringify(sample, (key, value) => (key === 'id' ? String(value) : value), 2)
    downloadText(`${text}\n`, EXAMPLE_FILE, 'application/json')
  }

  return (
    <div className={styles.tab}>
      <section className={styles.panel} aria-label={t('organisation.departments.file')}>
        <div className={styles.bar}>
          <FileField
            label={t('organisation.departments.file')}
            help={t('organisation.departments.fileHelp')}
            accept=".json,application/json"
            file={update.file}
            error={update.fault}
            onChange={(file) => void update.choose(file)}
          />
          <div className={styles.actions}>
            <Button icon="download" onClick={() => void download()}>
              {t('organisation.departments.example')}
            </Button>
            <Button variant="primary" disabledReason={update.missing} onClick={() => setConfirming(true)}>
              {t('organisation.departments.renew')}
            </Button>
          </div>
        </div>
        <div aria-live="polite">
          {update.isOutdated && (
            <p className={styles.fault}>{t('organisation.departments.changedMeanwhile')}</p>
          )}
          {preview?.changes && <ChangePreview changes={preview.changes} />}
          {preview !== null && preview.faults.length > 0 && <FileFaults faults={preview.faults} />}
        </div>
      </section>
      <section className={styles.panel} aria-label={t('organisation.departments.tree')}>
        <h2>{t('organisation.departments.tree')}</h2>
        {departments.data ? (
          <DepartmentTree departments={departments.data.departments} />
        ) : (
          <Skeleton height={120} />
        )}
      </section>
      {preview?.changes && (
        <ConfirmDialog
          opened={isConfirming}
          title={t('organisation.departments.renewQuestion')}
          action={t('organisation.departments.renew')}
          destructive={preview.changes.removed.length > 0}
          busy={update.isRenewing}
          onConfirm={() => update.renew(() => setConfirming(false))}
          onCancel={() => setConfirming(false)}
        >
          {(['added', 'moved', 'renamed', 'removed'] as const)
            .flatMap((kind) => {
              const count = preview.changes?.[kind].length ?? 0
              return count === 0 ? [] : [t(`organisation.departments.${kind}Count`, { count })]
            })
            .join(' · ')}
        </ConfirmDialog>
      )}
    </div>
  )
}
