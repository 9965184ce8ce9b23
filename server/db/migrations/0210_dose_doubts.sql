-- Why a dose doesn't fit its plan, such as one that was given although none was due (docs/decisions/0195). Such a dose names
-- itself among those that it goes against, so that it stands under review like the others.
alter table doses add column doubts text[] not null default '{}';
