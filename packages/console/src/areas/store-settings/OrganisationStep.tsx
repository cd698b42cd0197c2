import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { storeSettings } from '@coldkeep/contract/areas/store-settings'
import { longestIn } from '@coldkeep/contract/wire/limits'
import { useCall } from '../../api/use-call'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { type DepartmentPath, findDepartments } from '../../parts/department-path'
import { OrgCascade } from '../../parts/OrgCascade'
import frame from '../../parts/page.module.css'
import type { SetupStepProps } from './setup-step'
import styles from './store-settings.module.css'

const LONGEST_NAME = longestIn(storeSettings, 'newDepartment')

/** The place of the store: a department, or a new one below it. */
export function OrganisationStep({ settings, edit, faults, onLeave }: SetupStepProps) {
  const t = useText()
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const { departmentId: department, newDepartment: name } = settings
  const path: DepartmentPath =
    top === undefined
      ? []
      : (findDepartments(top, '', Number.POSITIVE_INFINITY).find(
          (found) => String(found.path.at(-1)) === department,
        )?.path ?? [])
  return (
    <div className={styles.narrow}>
      <p className={frame.note}>{t('storeSettings.departmentHelp')}</p>
      <OrgCascade
        top={top}
        path={path}
        error={faults.departmentId}
        onBlur={() => onLeave('departmentId')}
        onChange={(next) => edit({ departmentId: next.length === 0 ? null : String(next.at(-1)) })}
      />
      <TextField
        label={t('storeSettings.newDepartment')}
        help={t('storeSettings.newDepartmentHelp')}
        value={name}
        maxLength={LONGEST_NAME}
        disabled={department === null}
        error={faults.newDepartment}
        onBlur={() => onLeave('newDepartment')}
        onChange={(next) => edit({ newDepartment: next })}
      />
    </div>
  )
}
