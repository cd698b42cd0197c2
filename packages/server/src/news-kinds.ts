import { alarmNews } from './alarms/alarm-news-kind'
import { modelNews } from './instructions/model-news-kind'
import { anyNews, type NewsKinds } from './outbox/news-kind'
import { terminalNews } from './terminals/terminal-news-kind'
import { writeNews } from './writes/write-news-kind'

/** All of which people are notified, by the name that stands in the rows of the outbox. */
export const newsKinds: NewsKinds = {
  alarm: anyNews(alarmNews),
  write: writeNews,
  model: modelNews,
  terminal: terminalNews,
}
