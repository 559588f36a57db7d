import { questionOf, type TextField } from './questions';
import { fieldId, useWizard } from './wizardContext';

/**
 * Returns the properties of a text or day field of step 1: `<TextAnswer {...fieldProps('title')} />`.
 */
export function useFieldProps() {
  const { draft, answer, faultOf } = useWizard();
  return (field: TextField) => {
    const { label, short, limit, optional } = questionOf(field);
    return {
      id: fieldId(field),
      label: short ?? label,
      limit,
      required: !optional,
      value: draft.details[field],
      onChange: (value: string) => answer({ [field]: value }),
      error: faultOf(field),
    };
  };
}
