import type { figures as english } from '../en/figures'
import type { Translation } from '../keys'

export const figures = {
  title: '判定の数値',
  titleOf: '{{group}}：{{place}}',
  group: '数値の種類',
  bounds: '{{lowest}}～{{highest}}、{{step}} 刻み',
  wasRead: '変更あり。読み込んだ値：{{value}}',
  holds:
    '各日は、その日の始まりに有効な数値で判定し、後から判定し直すときも同じです。独自のルールがない機器のアラームは 10 分以内に追従します。',
  backText: '{{place}} 独自の数値を削除します。以後は次が適用されます：{{figures}}。{{source}}',
  name: {
    low: '保証下限',
    high: '保証上限',
    grace: '許容時間',
    degree_minutes: '1 日の度・分の上限',
    hard_margin: '法令からハード限界までの差',
    lag: '品温の遅れ',
  },
  says: {
    low: '品温。店舗の国の法令がより厳しいときは法令に従います。',
    high: '品温。店舗の国の法令がより厳しいときは法令に従います。',
    grace: '1 回の逸脱が続いてよい時間です。',
    degree_minutes: '1 日の逸脱すべての合計です。',
    hard_margin: '10 分超えると違反です。法令がない場合は保証限界からの差です。',
    lag: '食品プローブがないとき、品温が空気に追従する遅さです。',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: '分',
    kelvin_minutes: 'K·min',
  },
  preview: {
    title: 'プレビュー',
    ask: '直近 7 日間をプレビュー',
    nothing: '{{first}}～{{last}} に、この温度帯で判定済みの保証対象日はありません。',
    same: '変化はありません：{{first}}～{{last}} の保証対象 {{judged}} 機器日はすべて同じ判定です。',
    changed:
      '{{first}}～{{last}} の保証対象 {{judged}} 機器日のうち {{changed}} 機器日の判定が変わります。対象機器：{{devices}}。',
    change: '{{before}} → {{after}}：{{days}}',
    unseen: '計算し直す読み値が多すぎるため見ていない機器日：{{days}}。',
    firstStores: '{{all}} 店舗のうち最初の {{stores}} 店舗を見ました。',
  },
} satisfies Translation<typeof english>
