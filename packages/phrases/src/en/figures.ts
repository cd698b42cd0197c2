export const figures = {
  title: 'Limits and weights',
  titleOf: '{{group}}: {{place}}',
  group: 'Figures of',
  groups: {
    connection: 'Classes of connection rates',
    health: 'Weights of the health score',
    insurance: 'End of insured periods',
  },
  bounds: '{{lowest}} to {{highest}}, in steps of {{step}}',
  boundsBelow: '{{lowest}} to {{highest}}, in steps of {{step}}, and below “{{other}}”',
  wasRead: 'Changed from {{value}}',
  holds: {
    zone: 'A day is judged by the figures that hold when it begins, also when it is judged again later. Alarms of devices without rules of their own follow within ten minutes.',
    connection: 'Holds at once, on cards and charts. Rates stay what they are.',
    health:
      'Scores of a day are weighed by the figures that hold when it begins. What devices lose by other weights can look like a fall to early warnings for a day.',
    insurance: 'Holds at once, on cards and in tables.',
  },
  backText:
    'The figures set for {{place}} are removed. After that, the following apply: {{figures}}. {{source}}',
  name: {
    low: 'Insured at least',
    high: 'Insured at most',
    grace: 'Grace',
    degree_minutes: 'Degree-minutes a day',
    hard_margin: 'Hard limit beyond the law',
    lag: 'Lag of the product',
    good: 'Good from',
    fair: 'Fair from',
    expiring: 'Renewal is due from',
  },
  says: {
    low: 'Of the product. A stricter law of the store’s country counts instead.',
    high: 'Of the product. A stricter law of the store’s country counts instead.',
    grace: 'One excursion may last this long.',
    degree_minutes: 'All excursions of a day together.',
    hard_margin:
      'Ten minutes beyond it are a breach. Where no law is known, it lies beyond the insured limit.',
    lag: 'How slowly the product follows the air, where it has no probe.',
    good: 'Rates from here on are good.',
    fair: 'Lower rates are poor.',
    expiring: 'With no more days left than this.',
    weight: 'All weights together count as a whole.',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: 'min',
    kelvin_minutes: 'K·min',
    percent: '%',
    days: 'days',
  },
  preview: {
    title: 'Preview',
    ask: 'Preview the changes',
    zone: {
      nothing: 'No insured day of this zone has a verdict from {{first}} to {{last}}.',
      same: 'Nothing would change: all {{judged}} insured device-days from {{first}} to {{last}} would be judged as they were.',
      changed:
        '{{changed}} of {{judged}} insured device-days from {{first}} to {{last}} would be judged otherwise. Devices concerned: {{subjects}}.',
    },
    connection: {
      nothing: 'No store has a connection rate from {{first}} to {{last}}.',
      same: 'Nothing would change: by their rates from {{first}} to {{last}}, all {{judged}} stores would stay in their class.',
      changed:
        'By their rates from {{first}} to {{last}}, {{changed}} of {{judged}} stores would be in another class.',
    },
    health: {
      nothing: 'No device with a baseline was scored on {{last}}.',
      same: 'Nothing would change: on {{last}}, all {{judged}} scored devices would have been in the same class.',
      changed: 'On {{last}}, {{changed}} of {{judged}} scored devices would have been in another class.',
    },
    insurance: {
      nothing: 'No store is insured.',
      same: 'Nothing would change: all {{judged}} insured stores would keep their status.',
      changed: '{{changed}} of {{judged}} insured stores would have another status today.',
    },
    change: '{{before}} → {{after}}: {{days}}',
    unseen: 'Not looked at, as too many readings would have to be measured again: {{days}} device-days.',
    firstStores: 'Looked at the first {{stores}} of {{all}} stores.',
  },
} as const
