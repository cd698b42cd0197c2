import { alarmNews } from './alarms/alarm-news-kind'
import { demandNews } from './alarms/demand-news-kind'
import { amberNews } from './amber/amber-news-kind'
import { bulletinNewsKind } from './bulletins/bulletin-news-kind'
import { correctionNews } from './corrections/correction-news-kind'
import { firmwareNews } from './firmware/firmware-news-kind'
import { brandNews } from './fridge-lists/brand-news-kind'
import { modelNews } from './instructions/model-news-kind'
import { onCallNews } from './on-call/on-call-news-kind'
import { anyNews, type NewsKinds } from './outbox/news-kind'
import { applyNews } from './parameters/apply/apply-news-kind'
import { parameterNews } from './parameters/parameter-news-kind'
import { repairNews } from './repair/repair-news-kind'
import { creditNews } from './service-points/credit-news-kind'
import { terminalNews } from './terminals/terminal-news-kind'
import { upkeepNewsKind } from './upkeep/upkeep-news-kind'
import { writeNews } from './writes/write-news-kind'

/** All that people are notified of, by the name that is stored in the rows of the outbox. */
export const newsKinds: NewsKinds = {
  alarm: anyNews(alarmNews),
  write: writeNews,
  model: modelNews,
  terminal: terminalNews,
  firmware: firmwareNews,
  demand: demandNews,
  upkeep: upkeepNewsKind,
  repair: repairNews,
  correction: correctionNews,
  parameter: parameterNews,
  apply: applyNews,
  brand: brandNews,
  points: creditNews,
  amber: amberNews,
  on_call: onCallNews,
  bulletin: bulletinNewsKind,
}
