import type { screenWords as english } from '../en/screen-words'
import type { Translation } from '../keys'

/** 画面が表示されない理由と、画面セッションの終わり方。サーバーだけが使います。 */
export const screenWords = {
  connected: '接続済み',
  refusal: {
    page: 'リモート画面の権限がありません。管理者に依頼してください。',
    points: 'サービスポイントが足りません。「付加サービスのポイント」ページで申請してください。',
    equipment: 'この店舗には閲覧できない機器があり、画面に表示されるおそれがあります。',
    no_terminal: 'この店舗には端末がありません。',
    simulated: 'この店舗はシミュレーションのため、画面がありません。',
    offline: 'この店舗の端末はオフラインです。',
    no_screen: 'この店舗の端末には画面が設定されていません。',
    busy: 'ほかの人がこの画面に接続しています。',
    rule: '組織の設定により、この店舗のリモート画面は許可されていません。',
    never: 'この店舗はリモート画面を許可していません。',
    opening_hours: 'この店舗は営業時間外のみリモート画面を許可しています。',
    declined: '店舗が拒否しました。',
    unanswered: '30 秒以内に店舗から応答がありませんでした。',
    screen_fault: '店舗の VNC サーバーに接続できないか、パスワードが拒否されました。',
    no_tunnel: '端末がこのサービスに画面用の接続を開けませんでした。',
    late: '端末から時間内に応答がありませんでした。',
  },
  end: {
    operator: '操作者が終了',
    idle: '終了：操作のない時間が続いたため',
    too_long: '終了：最長時間に達したため',
    stopped: '店舗が終了',
    screen_gone: '終了：店舗の VNC サーバーが切断',
    malformed: '終了：店舗から許可されていないデータを受信',
    lost: '終了：接続が切れました',
    terminal_ends: '終了：端末プログラムが再起動',
    server_ends: '終了：サービスが再起動',
    refused: '未接続',
  },
} satisfies Translation<typeof english>
