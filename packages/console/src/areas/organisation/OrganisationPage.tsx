import { Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { DepartmentUpdate } from './DepartmentUpdate'
import styles from './organisation.module.css'
import { StoreImport } from './StoreImport'

/** Departments below the own one and the stores in them, to be changed by files. */
export function OrganisationPage() {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const tab = parameters.tab === 'stores' ? 'stores' : 'departments'
  return (
    <div className={frame.page}>
      <Tabs
        label={t('shell.pages.organisationSetting')}
        tabs={(['departments', 'stores'] as const).map((key) => ({
          key,
          label: t(`organisation.setting.${key}`),
        }))}
        current={tab}
        onChange={(key) => changeAddress({ tab: key === 'stores' ? key : undefined })}
      >
        <div className={styles.tab}>{tab === 'stores' ? <StoreImport /> : <DepartmentUpdate />}</div>
      </Tabs>
    </div>
  )
}
