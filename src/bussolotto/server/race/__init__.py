"""Games without turns: decides whose claim was first."""
