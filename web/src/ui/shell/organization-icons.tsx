import {
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconChecklist,
  IconCoins,
  IconKey,
  IconUsers,
} from '@tabler/icons-react';

const DRAWINGS = {
  banks: IconBuildingBank,
  merchants: IconBuildingStore,
  revenue: IconCoins,
  approvals: IconChecklist,
  users: IconUsers,
  documentation: IconBook2,
  keys: IconKey,
};

export interface OrganizationIconProps {
  meaning: keyof typeof DRAWINGS;
  size: number;
}

/** Menu icons of operators and banks, in a chunk that businesses do not load. */
export function OrganizationIcon({ meaning, size }: OrganizationIconProps) {
  const Drawing = DRAWINGS[meaning];
  return <Drawing size={size} stroke={1.7} aria-hidden />;
}
