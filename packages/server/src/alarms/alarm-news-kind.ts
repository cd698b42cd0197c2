import type { AlarmId } from '@coldkeep/domain/ids'
import { settledAlarm } from '@coldkeep/domain/notices/plan-notices'
import type { News, NewsFact, NewsKind } from '../outbox/news-kind'
import { equipmentOfAlarm, selectAlarmStates, selectNewsAlarms } from './alarm-news-queries'
import type { ShownAlarm } from './shown-alarm-queries'
import { alarmNewsText, machineFact, severalText } from './words/alarm-news'

/** An alarm, and what happened to it. */
interface AlarmFact extends NewsFact {
  readonly alarm: ShownAlarm
  readonly news: News
}

/** Alarms that were raised, and that are back to normal. */
export const alarmNews: NewsKind<AlarmFact> = {
  equipment: equipmentOfAlarm,

  async currentStates(db, news) {
    const alarms = news.map((one) => ({ storeId: one.storeId, alarmId: idOf(one) }))
    const states = await selectAlarmStates(db, alarms)
    return (one) => {
      const alarm = states.get(idOf(one))
      if (alarm === undefined) return null
      const { isChattering, priority, state } = alarm
      if (one.about === 'cleared') return { rank: one.rank, settled: null, isChattering }
      return { rank: Math.min(one.rank, priority), settled: settledAlarm(state, one), isChattering }
    }
  },

  async select(db, news) {
    const alarms = await selectNewsAlarms(db, [...new Set(news.map(idOf))])
    return (one) => {
      const alarm = alarms.get(idOf(one))
      return alarm === undefined ? null : factOf(alarm, one)
    }
  },

  several: severalText,
  placeOf: ({ subjectId }) => (subjectId === null ? {} : { alarm: subjectId as AlarmId }),
}

function factOf(alarm: ShownAlarm, news: News): AlarmFact {
  return {
    alarm,
    news,
    text: (words) => alarmNewsText({ alarm, news }, words),
    path: `/Alarms?store=${alarm.storeId}`,
    isUrgent: news.about === 'raised' && news.rank <= 2,
    topic: `alarm-${alarm.alarmId}`,
    machine: (words) => machineFact({ alarm, news }, words),
  }
}

function idOf({ subjectId }: News): AlarmId {
  return (subjectId ?? 0) as AlarmId
}
