import type { screenWords as english } from '../en/screen-words'
import type { Translation } from '../keys'

/** 畫面未顯示的原因，以及畫面連線如何結束：只由伺服器使用。 */
export const screenWords = {
  connected: '已連線',
  refusal: {
    page: '您沒有遠端畫面的權限，請洽管理員。',
    points: '服務點數不足。請在「加值服務點數」頁面申請。',
    equipment: '此門市有您無權查看的設備，畫面可能會顯示它們。',
    no_terminal: '此門市沒有終端機。',
    simulated: '此門市為模擬門市，沒有畫面。',
    offline: '此門市的終端機離線。',
    no_screen: '此門市的終端機未設定畫面。',
    busy: '已有其他人連線到此畫面。',
    rule: '您的組織不允許在此門市使用遠端畫面。',
    never: '此門市不允許遠端畫面。',
    opening_hours: '此門市只允許在營業時間以外使用遠端畫面。',
    declined: '門市已拒絕。',
    unanswered: '門市在 30 秒內無人回應。',
    screen_fault: '無法連上門市的 VNC 伺服器，或密碼被拒絕。',
    no_tunnel: '終端機無法為畫面連到本服務。',
    late: '終端機未在時間內回應。',
  },
  end: {
    operator: '由操作者結束',
    idle: '已結束：太久沒有點擊或輸入',
    too_long: '已結束：已達最長時間',
    stopped: '由門市結束',
    screen_gone: '已結束：門市的 VNC 伺服器中斷連線',
    malformed: '已結束：門市傳來不允許的資料',
    lost: '已結束：連線中斷',
    terminal_ends: '已結束：終端機程式重新啟動',
    server_ends: '已結束：服務重新啟動',
    refused: '未連線',
  },
} satisfies Translation<typeof english>
