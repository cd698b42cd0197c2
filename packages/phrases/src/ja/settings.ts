import type { settings as english } from '../en/settings'
import type { Translation } from '../keys'

export const settings = {
  figures: {
    title: '限界と重み',
    titleOf: '{{group}}：{{place}}',
    group: '数値の種類',
    groups: {
      connection: '接続率の区分',
      health: '健全度スコアの重み',
      insurance: '保証期間の終わり',
    },
    bounds: '{{lowest}}～{{highest}}、{{step}} 刻み',
    boundsBelow: '{{lowest}}～{{highest}}、{{step}} 刻み、「{{other}}」より小さい値',
    wasRead: '変更あり。読み込んだ値：{{value}}',
    holds: {
      zone: '各日は、その日の始まりに有効な数値で判定し、後から判定し直すときも同じです。独自のルールがない機器のアラームは 10 分以内に追従します。店舗の国の法令が保証限界より厳しいときは、法令に従います。',
      connection: 'カードとグラフにすぐ適用されます。接続率そのものは変わりません。',
      health:
        '各日のスコアは、その日の始まりに有効な重みで計算します。重みの変更で下がったスコアを、予兆が 1 日ほど低下とみなすことがあります。すべての重みの合計を全体とみなします。',
      insurance: 'カードと表にすぐ適用されます。',
    },
    backText: '{{place}} 独自の数値を削除します。以後は次が適用されます：{{figures}}。{{source}}',
    name: {
      low: '保証下限',
      high: '保証上限',
      grace: '許容時間',
      degree_minutes: '1 日の許容 K·min',
      hard_margin: '法令から絶対限度までの差',
      lag: '品温の遅れ',
      good: '良好の下限',
      fair: '普通の下限',
      expiring: '更新が必要になる残り日数',
    },
    weight: {
      deviation: '温度',
      recovery: '霜取り後の復帰',
      run_ratio: '運転時間',
      starts: '始動回数',
      pull_down: '冷却速度',
      coil_difference: '蒸発器との温度差',
      door: '扉',
      energy: '電力量',
    },
    says: {
      low: '品温です。',
      high: '品温です。',
      grace: '1 回の逸脱が続いてよい時間です。',
      degree_minutes: '1 日の逸脱すべての合計です。',
      hard_margin: '10 分超えると保証逸脱です。法令がない場合は保証限界からの差です。',
      lag: '食品プローブがないとき、品温が空気に追従する遅さです。',
      good: 'この値以上は良好です。',
      fair: 'この値より低いと不良です。',
      expiring: '残り日数がこの値以下のとき。',
    },
    unit: {
      celsius: '°C',
      kelvin: 'K',
      minutes: '分',
      kelvin_minutes: 'K·min',
      percent: '%',
      days: '日',
    },
    judged: {
      breach: '保証逸脱',
      watch: '要観察',
      protected: '保証内',
      no_data: 'データなし',
      good: '良好',
      fair: '普通',
      poor: '不良',
      active: '有効',
      expiring: 'まもなく期限',
      expired: '期限切れ',
      lower: '要注意',
    },
    preview: {
      title: 'プレビュー',
      ask: '変化をプレビュー',
      zone: {
        nothing: '{{first}}～{{last}} に、この温度帯で判定済みの保証対象日はありません。',
        same: '変化はありません：{{first}}～{{last}} の保証対象 {{judged}} 機器日はすべて同じ判定です。',
        changed:
          '{{first}}～{{last}} の保証対象 {{judged}} 機器日のうち {{changed}} 機器日の判定が変わります。対象機器：{{subjects}}。',
      },
      connection: {
        nothing: '{{first}}～{{last}} に接続率のある店舗はありません。',
        same: '変化はありません：{{first}}～{{last}} の接続率では {{judged}} 店舗すべてが同じ区分です。',
        changed:
          '{{first}}～{{last}} の接続率では {{judged}} 店舗のうち {{changed}} 店舗の区分が変わります。',
      },
      health: {
        nothing: '{{last}} にスコアのある基準値つきの機器はありません。',
        same: '変化はありません：{{last}} にスコアのある {{judged}} 機器はすべて同じ区分です。',
        changed: '{{last}} にスコアのある {{judged}} 機器のうち {{changed}} 機器の区分が変わります。',
      },
      insurance: {
        nothing: '保証対象の店舗はありません。',
        same: '変化はありません：保証対象 {{judged}} 店舗の状態はすべて同じです。',
        changed: '保証対象 {{judged}} 店舗のうち、今日 {{changed}} 店舗の状態が変わります。',
      },
      change: '{{before}} → {{after}}：{{days}}',
      unseen: '計算し直す読み値が多すぎるため見ていない機器日：{{days}}。',
      firstStores: '{{all}} 店舗のうち最初の {{stores}} 店舗を見ました。',
    },
  },
} satisfies Translation<typeof english>
