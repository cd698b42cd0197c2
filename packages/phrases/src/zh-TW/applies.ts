/** What the server says of parameter files that are put into devices. */
export const applies = {
  news: {
    title: {
      apply_requested: '{{profile}}：等待您核准套用',
      apply_decided: '{{profile}}：套用審核已有結果',
      apply_stopped: '{{profile}}：套用已中止',
      apply_done: '{{profile}}：套用完成',
    },
    by: '{{name}}',
  },
  because: {
    person: '由人員中止。',
    trial_failed: '首台設備未接受全部數值。',
    trial_worse: '首台設備的運轉變差，可一鍵復原。',
    trial_unknown: '首台設備的讀數不足，無法判斷，由人員決定是否繼續。',
    failures: '本批次失敗的設備過多。',
    author: '發起人已無權在該處寫入。',
  },
} as const
