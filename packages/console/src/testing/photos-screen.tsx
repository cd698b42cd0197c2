import { listUpkeepRecords } from '@coldkeep/contract/areas/upkeep-records'
import type { UpkeepPlanId } from '@coldkeep/domain/ids'
import { useCall } from '../api/use-call'
import { SubjectPhotos } from '../parts/SubjectPhotos'
import { mount } from './mount'

const planId = 1 as UpkeepPlanId

function Screen() {
  const answer = useCall(listUpkeepRecords, { query: { planId, page: 1, pageSize: 20 } })
  return answer.data?.records.map((record) => (
    <SubjectPhotos
      key={record.id}
      label="Photos of the record"
      place={{ subject: 'upkeep', subjectId: record.id, shownBy: listUpkeepRecords }}
      photos={record.photos}
      zone="Asia/Taipei"
    />
  ))
}

await mount(Screen)
