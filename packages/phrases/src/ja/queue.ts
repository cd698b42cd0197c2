import type { queue as english } from '../en/queue'
import type { Translation } from '../keys'

export const queue = {
  count_other: '送信待ち（{{count, number}}）',
  refusedCount_other: '受け付けられなかったもの（{{count, number}}）',
  show: '表示',
  title: 'この端末で入力、未送信',
  empty: 'すべて送信されました。',
  sendNow: '今すぐ送信',
  kind: {
    photo: '写真',
    renewal: '案件の更新',
    completion: '保守の記録',
    check: '手動測定',
    confirmation: 'メッセージの確認',
  },
  waiting: '送信待ち',
  sending: '送信中',
  refused: '受け付けられませんでした',
  entered: '{{time}} 入力',
  kept: 'この端末に保存しました。接続が戻ると送信されます。',
  unkept: {
    full: 'この端末の空き容量がなく、接続もないため、保存できませんでした。空きを作ってから、もう一度追加してください。',
    noPlace:
      'このブラウザーは端末に何も保存できず（プライベートウィンドウ、または保存が無効）、接続もないため、この内容は保存されませんでした。接続のある場所か別のウィンドウで、もう一度追加してください。',
    signedOut:
      'サインインしていないため、この内容は保存されませんでした。サインインしてから、もう一度追加してください。',
  },
  remove: '削除',
  removeTitle: '未送信のものを削除しますか？',
  removeText: 'サービスにはまだありません。元に戻せません。',
  hint: {
    again: 'もう一度試すか、ここで削除してください。',
    rights: 'アカウントの権限がなくなった可能性があります。管理者に確認してから、もう一度試してください。',
    smaller: '画像サイズを小さくして撮り直し、この写真を削除してください。',
    picture: '別の写真を撮り、この写真を削除してください。',
    room: '先に別の写真を削除してから、もう一度試してください。',
    clock: 'この端末の日付と時刻を確認してから、もう一度試してください。',
    decide: '案件を開くと、両方の内容が表示されます。',
  },
  conflict: {
    title: 'その間に別の人がこの案件を更新しました。あなたの入力はまだ保存されていません。',
    now: '現在の案件',
    mine: 'あなたの入力、{{time}}',
    save: '自分の入力を保存',
    correct: '自分の入力を修正',
    replaceTitle: 'フォームの内容を置き換えますか？',
    replaceText:
      'フォームには未保存の入力があります。受け付けられなかった内容に置き換えられ、元に戻せません。',
    drop: '自分の入力を破棄',
  },
  leave: {
    title_other: '未送信の入力が {{count, number}} 件あります。サインアウトしますか？',
    text: 'この端末にしかなく、サインアウトすると削除されます。残すには、接続が戻るまでサインインしたままにしてください。',
    action: 'サインアウトして削除',
    stay: 'サインインしたまま',
  },
} satisfies Translation<typeof english>
