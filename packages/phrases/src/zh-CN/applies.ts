/** What the server says of parameter files that are put into devices. */
export const applies = {
  news: {
    title: {
      apply_requested: '{{profile}}：等待您审批应用',
      apply_decided: '{{profile}}：应用审批已有结果',
      apply_stopped: '{{profile}}：应用已中止',
      apply_done: '{{profile}}：应用完成',
    },
    by: '{{name}}',
  },
  because: {
    person: '由人员中止。',
    trial_failed: '首台设备未接受全部数值。',
    trial_worse: '首台设备的运行变差，可一键撤销。',
    trial_unknown: '首台设备的读数不足，无法判断，由人员决定是否继续。',
    failures: '本批次失败的设备过多。',
    author: '发起人已无权在那里写入。',
  },
} as const
