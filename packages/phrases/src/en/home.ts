export const home = {
  scope: {
    all: 'All organisations',
    line: '{{name}} · {{stores}} · {{devices}}',
  },
  connection: {
    title: 'Device connection rate',
    today: 'today',
    yesterday: 'yesterday',
    change: '{{points}} pt vs yesterday',
    news: '{{time}} – {{what}}',
    noneLost: 'All hosts are connected',
    lost_one: '{{count, number}} host is lost',
    lost_other: '{{count, number}} hosts are lost',
    back_one: '{{count, number}} host back online in {{place}}',
    back_other: '{{count, number}} hosts back online in {{place}}',
  },
} as const
