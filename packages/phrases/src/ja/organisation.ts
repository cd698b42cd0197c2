import type { organisation as english } from '../en/organisation'
import type { Translation } from '../keys'

export const organisation = {
  cascade: {
    title: '組織',
    level: '第 {{level}} 階層',
    levelNames: { l1: '本部', l2: '地域', l3: 'エリア', l4: '課', l5: '班', l6: 'チーム' },
    choose: '選択',
    allBelow: 'すべて（{{total}}）',
    depth: '{{levels}} 階層中 {{depth}}',
    find: '部署を検索',
    findHint: '名称の一部',
    recent: '最近の選択',
    cleared_other: '下位の {{count}} 階層を解除しました',
    single: '閲覧できる系統は一つだけです',
  },
  store: {
    label: '店舗',
    all: '全店舗（{{total}}）',
    search: '店舗名または店舗番号',
    searchShort: '2 文字以上入力してください',
    departmentFirst: '先に部署を選択してください',
    none: '該当する店舗がありません',
    recent: '最近の店舗',
  },
  vendor: { label: '業者', all: 'すべての業者' },
} satisfies Translation<typeof english>
