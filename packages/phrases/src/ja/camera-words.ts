import type { cameraWords as english } from '../en/camera-words'
import type { Translation } from '../keys'

/** カメラの画像が届かなかった理由。サーバーだけが使います。 */
export const cameraWords = {
  reason: {
    no_camera: 'この店舗の端末には、そのカメラが設定されていません。',
    no_upload: '端末がこのサービスに画像を渡せませんでした。',
    network: 'このカメラは、端末が接続できるネットワークの外にあります。',
    unreachable: 'カメラに接続できませんでした。',
    credential: 'カメラのユーザー名またはパスワードが拒否されました。',
    answer: 'カメラは応答しましたが、画像を返しませんでした。',
    no_picture: 'カメラから届いたものは、完全な JPEG 画像ではありません。',
    too_large: 'カメラの画像が大きすぎます。',
    stale: 'カメラが古い画像を返しました。',
    no_time: 'カメラから時間内に画像が届きませんでした。',
    no_program: '端末に、直結カメラ用のプログラムがありません。',
    late: '端末から時間内に応答がありませんでした。',
    simulated: 'この店舗はシミュレーションのため、そのカメラはありません。',
    restarted: 'その間に端末のプログラムが再起動しました。',
    full: '写真の枚数が上限に達しています。',
    fault: '端末は画像を取得できませんでした。',
  },
} satisfies Translation<typeof english>
