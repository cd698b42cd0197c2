/** What the server says of parameter files that are put into devices. */
export const applies = {
  news: {
    title: {
      apply_requested: '{{profile}}：適用の承認待ち',
      apply_decided: '{{profile}}：適用の可否が決まりました',
      apply_stopped: '{{profile}}：適用が止まりました',
      apply_done: '{{profile}}：適用が完了しました',
    },
    by: '{{name}}',
  },
  because: {
    person: '担当者が止めました。',
    trial_failed: '最初の機器がすべての値を受け入れませんでした。',
    trial_worse: '最初の機器の運転が悪化しました。ワンタップで元に戻せます。',
    trial_unknown: '最初の機器を判断できるだけの測定値がありません。続行するかどうかは担当者が決めます。',
    failures: '段階の中で失敗した機器が多すぎます。',
    author: '開始した人は、そこに書き込む権限をもう持っていません。',
  },
} as const
