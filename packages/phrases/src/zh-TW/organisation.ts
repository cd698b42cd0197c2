import type { organisation as english } from '../en/organisation'
import type { Translation } from '../keys'

export const organisation = {
  cascade: {
    title: '組織',
    level: '第 {{level}} 層',
    levelNames: { l1: '營運處', l2: '營運區', l3: '督導區', l4: '課', l5: '組', l6: '小組' },
    choose: '請選擇',
    allBelow: '全部（{{total}}）',
    depth: '第 {{depth}} / {{levels}} 層',
    find: '搜尋部門',
    findHint: '名稱的一部分',
    recent: '最近使用',
    cleared_other: '已清除下面 {{count}} 層',
    single: '您只有一個可選的分支',
  },
  store: {
    label: '門市',
    all: '全部門市（{{total}}）',
    search: '門市名稱或店號',
    searchShort: '請至少輸入兩個字',
    departmentFirst: '請先選擇部門',
    none: '找不到門市',
    recent: '最近的門市',
  },
  vendor: { label: '廠商', all: '全部廠商' },
} satisfies Translation<typeof english>
