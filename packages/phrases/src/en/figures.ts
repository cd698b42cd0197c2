export const figures = {
  title: 'Limits of figures',
  titleOf: '{{group}}: {{place}}',
  group: 'Figures of',
  bounds: '{{lowest}} to {{highest}}, in steps of {{step}}',
  wasRead: 'Changed from {{value}}',
  holds:
    'A day is judged by the figures that hold when it begins, also when it is judged again later. Alarms of devices without rules of their own follow within ten minutes.',
  backText:
    'The figures set for {{place}} are removed. After that, the following apply: {{figures}}. {{source}}',
  name: {
    low: 'Insured at least',
    high: 'Insured at most',
    grace: 'Grace',
    degree_minutes: 'Degree-minutes a day',
    hard_margin: 'Hard limit beyond the law',
    lag: 'Lag of the product',
  },
  says: {
    low: 'Of the product. A stricter law of the store’s country counts instead.',
    high: 'Of the product. A stricter law of the store’s country counts instead.',
    grace: 'One excursion may last this long.',
    degree_minutes: 'All excursions of a day together.',
    hard_margin:
      'Ten minutes beyond it are a breach. Where no law is known, it lies beyond the insured limit.',
    lag: 'How slowly the product follows the air, where it has no probe.',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: 'min',
    kelvin_minutes: 'K·min',
  },
  preview: {
    title: 'Preview',
    ask: 'Preview the last seven days',
    nothing: 'No insured day of this zone has a verdict from {{first}} to {{last}}.',
    same: 'Nothing would change: all {{judged}} insured device-days from {{first}} to {{last}} would be judged as they were.',
    changed:
      '{{changed}} of {{judged}} insured device-days from {{first}} to {{last}} would be judged otherwise. Devices concerned: {{devices}}.',
    change: '{{before}} → {{after}}: {{days}}',
    unseen: 'Not looked at, as too many readings would have to be measured again: {{days}} device-days.',
    firstStores: 'Looked at the first {{stores}} of {{all}} stores.',
  },
} as const
