import type { organisation as english } from '../en/organisation'
import type { Translation } from '../keys'

export const organisation = {
  cascade: {
    title: '组织',
    level: '第 {{level}} 级',
    levelNames: { l1: '事业部', l2: '大区', l3: '片区', l4: '科', l5: '组', l6: '小组' },
    choose: '请选择',
    allBelow: '全部（{{total}}）',
    depth: '第 {{depth}} / {{levels}} 级',
    find: '查找部门',
    findHint: '名称的一部分',
    recent: '最近使用',
    cleared_other: '已清除下面 {{count}} 级',
    single: '您只有一个可选分支',
  },
  store: {
    label: '门店',
    all: '全部门店（{{total}}）',
    search: '门店名称或编号',
    searchShort: '请至少输入两个字符',
    departmentFirst: '请先选择部门',
    none: '未找到门店',
    recent: '最近的门店',
  },
  vendor: { label: '维保商', all: '全部维保商' },
} satisfies Translation<typeof english>
