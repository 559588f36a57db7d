import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { EmptyState } from '@/ui/EmptyState';
import { useRequestPages } from './useRequestPages';

export function RequestMissing() {
  const { list, nameOfList } = useRequestPages();
  return (
    <EmptyState
      message="No Data requests found"
      hint="Choose a request to see its datasets."
      action={
        <Button component={Link} to={list} variant="contained">
          {nameOfList}
        </Button>
      }
    />
  );
}
