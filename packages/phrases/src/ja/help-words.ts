import type { helpWords as english } from '../en/help-words'
import type { Translation } from '../keys'

/** サポート担当者への提案と、行われたこと。サーバーだけが使います。 */
export const helpWords = {
  tips: {
    alarm: {
      high: '温度が高すぎます',
      low: '温度が低すぎます',
      lost: '測定値がありません',
      host_lost: '端末が応答しません',
      threshold: '健全性スコアが低い状態です',
      falling: '健全性スコアが下がっています',
      oscillation: '温度が大きく上下しています',
    },
    bus: {
      silent: '機器が応答しません',
      noisy: '機器の応答が途切れています',
      since: '{{since}} からポーリングを中止',
      rate: '24 時間の要求 {{requests, number}} 回のうち {{rate}} に応答',
      counts: 'タイムアウト {{timeouts, number}} 回、壊れた応答 {{frames, number}} 回',
      checkNoise:
        'バスを乱す原因を探してください：シールド、終端抵抗、モーターの電線と並ぶ配線、同じアドレスの機器。',
      checkWay: '経路を確認してください：機器の電源、バスの 2 本の線、アドレスと通信速度。',
    },
    loss: {
      title: '健全性スコア {{score}}',
      part: '{{cause}}：{{points}} 点',
      check: '減点の大きいものから確認してください。いつからかは機器のグラフに出ます。',
    },
    drift: {
      title: '現地でパラメーターが変更されました',
      reason: 'コントローラーでパラメーターが変更され、まだ誰も確認していません。',
      check: '店舗に理由を尋ね、理由がなければ元に戻してください。',
    },
  },
  acts: {
    opened: 'サポート開始：{{devices}}',
    openedStore: '店舗全体のサポート開始',
    pictures: '写真 {{pictures, number}} 枚、書き込み {{marks, number}} 件',
    helped: '役に立った',
    notHelped: '役に立たなかった',
    file: 'パラメーターファイル「{{name}}」を保存（値 {{values, number}} 件）',
    screen: '{{name}} が店舗の画面に {{length}} 接続',
    screenRecorded: '{{name}} が店舗の画面に {{length}} 接続（録画あり）',
    ended: 'サポート終了（{{length}}）：{{outcome}}',
    outcome: {
      solved: '解決',
      visit: '訪問が必要',
      watch: '経過観察',
      not_solved: '未解決',
      left: '終了操作なし',
    },
  },
} satisfies Translation<typeof english>
