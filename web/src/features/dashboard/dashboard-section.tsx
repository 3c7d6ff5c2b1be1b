import { TextLink } from '#ui/detail/shown-value.tsx';
import { EmptyState } from '#ui/list/empty-state.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import {
  type Section,
  SECTIONS,
  type SectionName,
} from '#features/dashboard/dashboard-sections.ts';

export function DashboardSection({ name }: { name: SectionName }) {
  const section: Section = SECTIONS[name];
  return (
    <EmptyState
      icon={<MenuIcon meaning={section.icon} size={30} />}
      heading={section.heading}
      next={
        section.next && <TextLink link={{ to: section.next.to }}>{section.next.label}</TextLink>
      }
    >
      {section.text}
    </EmptyState>
  );
}
