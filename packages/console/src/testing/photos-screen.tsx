import { listUpkeepRecords } from '@coldkeep/contract/areas/upkeep-records'
import type { UpkeepPlanId } from '@coldkeep/domain/ids'
import { Suspense } from 'react'
import { useCall } from '../api/use-call'
import { lazily } from '../kit/lazily'
import { SubjectPhotos } from '../parts/SubjectPhotos'
import { withTexts } from '../site/language'
import { mount } from './mount'

const WaitingBar = lazily(() => withTexts('queue', () => import('../frame/WaitingBar')), 'WaitingBar')

const planId = 1 as UpkeepPlanId

function Screen() {
  const answer = useCall(listUpkeepRecords, { query: { planId, page: 1, pageSize: 20 } })
  const photos = answer.data?.records.map((record) => (
    <SubjectPhotos
      key={record.id}
      label="Photos of the record"
      place={{ subject: 'upkeep', subjectId: record.id, about: 'N001 Clean condenser' }}
      shownBy={listUpkeepRecords}
      photos={record.photos}
      zone="Asia/Taipei"
    />
  ))
  return (
    <>
      <Suspense>
        <WaitingBar />
      </Suspense>
      {photos}
    </>
  )
}

await mount(Screen)
