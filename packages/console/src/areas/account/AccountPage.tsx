import { getCompany, getProfile } from '@coldkeep/contract/areas/account'
import { listOwnChannels } from '@coldkeep/contract/areas/own-channels'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { LoadFailure } from '../../kit/LoadFailure'
import frame from '../../parts/page.module.css'
import styles from './account.module.css'
import { ChannelCard } from './ChannelCard'
import { CompanyCard } from './CompanyCard'
import { EngineerTable } from './EngineerTable'
import { NotifyingTargetTable } from './NotifyingTargetTable'
import { PreferencesCard } from './PreferencesCard'
import { ProfileCard } from './ProfileCard'
import { SecurityCard } from './SecurityCard'
import { SignInTable } from './SignInTable'

/** The own account: who one is, how the console looks, and what keeps others out. */
export function AccountPage() {
  const company = useCall(getCompany, {})
  const profile = useCall(getProfile, {})
  const ownChannels = useCall(listOwnChannels, {})
  // a saved form starts again from what was saved
  const [saves, setSaves] = useState(0)
  if (profile.isError && !profile.data) {
    return <LoadFailure size="page" onRetry={() => void profile.refetch()} />
  }
  return (
    <div className={frame.page}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          {profile.data && (
            <ProfileCard key={saves} profile={profile.data} onSaved={() => setSaves(saves + 1)} />
          )}
          {ownChannels.data && <ChannelCard channels={ownChannels.data.channels} />}
        </div>
        <div className={styles.stack}>
          {company.data && <CompanyCard company={company.data} />}
          <PreferencesCard />
          {profile.data && <SecurityCard profile={profile.data} />}
        </div>
      </div>
      {ownChannels.data && <NotifyingTargetTable targets={ownChannels.data.targets} />}
      <SignInTable />
      {profile.data && profile.data.engineers.length > 0 && (
        <EngineerTable engineers={profile.data.engineers} />
      )}
    </div>
  )
}
