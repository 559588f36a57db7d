import AccountBalance from '@mui/icons-material/AccountBalance';
import AccountCircle from '@mui/icons-material/AccountCircle';
import AccountTree from '@mui/icons-material/AccountTree';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettings';
import Analytics from '@mui/icons-material/Analytics';
import Announcement from '@mui/icons-material/Announcement';
import Approval from '@mui/icons-material/Approval';
import Archive from '@mui/icons-material/Archive';
import Article from '@mui/icons-material/Article';
import Assessment from '@mui/icons-material/Assessment';
import Assignment from '@mui/icons-material/Assignment';
import AssignmentInd from '@mui/icons-material/AssignmentInd';
import AssignmentTurnedIn from '@mui/icons-material/AssignmentTurnedIn';
import AttachFile from '@mui/icons-material/AttachFile';
import Badge from '@mui/icons-material/Badge';
import BarChart from '@mui/icons-material/BarChart';
import Biotech from '@mui/icons-material/Biotech';
import Bloodtype from '@mui/icons-material/Bloodtype';
import Book from '@mui/icons-material/Book';
import Bookmark from '@mui/icons-material/Bookmark';
import Build from '@mui/icons-material/Build';
import Business from '@mui/icons-material/Business';
import CalendarMonth from '@mui/icons-material/CalendarMonth';
import Campaign from '@mui/icons-material/Campaign';
import Category from '@mui/icons-material/Category';
import ChatBubble from '@mui/icons-material/ChatBubble';
import CheckBox from '@mui/icons-material/CheckBox';
import Checklist from '@mui/icons-material/Checklist';
import ChildCare from '@mui/icons-material/ChildCare';
import Comment from '@mui/icons-material/Comment';
import Construction from '@mui/icons-material/Construction';
import ContactPage from '@mui/icons-material/ContactPage';
import Dashboard from '@mui/icons-material/Dashboard';
import DataObject from '@mui/icons-material/DataObject';
import Dataset from '@mui/icons-material/Dataset';
import Description from '@mui/icons-material/Description';
import Diversity3 from '@mui/icons-material/Diversity3';
import Download from '@mui/icons-material/Download';
import Draw from '@mui/icons-material/Draw';
import Edit from '@mui/icons-material/Edit';
import EditNote from '@mui/icons-material/EditNote';
import Email from '@mui/icons-material/Email';
import EventAvailable from '@mui/icons-material/EventAvailable';
import FactCheck from '@mui/icons-material/FactCheck';
import FamilyRestroom from '@mui/icons-material/FamilyRestroom';
import Feedback from '@mui/icons-material/Feedback';
import Fingerprint from '@mui/icons-material/Fingerprint';
import Flag from '@mui/icons-material/Flag';
import Folder from '@mui/icons-material/Folder';
import Forum from '@mui/icons-material/Forum';
import Gavel from '@mui/icons-material/Gavel';
import GppGood from '@mui/icons-material/GppGood';
import Grading from '@mui/icons-material/Grading';
import Groups from '@mui/icons-material/Groups';
import Handshake from '@mui/icons-material/Handshake';
import HealthAndSafety from '@mui/icons-material/HealthAndSafety';
import Help from '@mui/icons-material/Help';
import History from '@mui/icons-material/History';
import Home from '@mui/icons-material/Home';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import HowToReg from '@mui/icons-material/HowToReg';
import Info from '@mui/icons-material/Info';
import Insights from '@mui/icons-material/Insights';
import Inventory from '@mui/icons-material/Inventory';
import Key from '@mui/icons-material/Key';
import LocalHospital from '@mui/icons-material/LocalHospital';
import LocalShipping from '@mui/icons-material/LocalShipping';
import Lock from '@mui/icons-material/Lock';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import ManageSearch from '@mui/icons-material/ManageSearch';
import MedicalServices from '@mui/icons-material/MedicalServices';
import Medication from '@mui/icons-material/Medication';
import MonitorHeart from '@mui/icons-material/MonitorHeart';
import NoteAdd from '@mui/icons-material/NoteAdd';
import Notifications from '@mui/icons-material/Notifications';
import PendingActions from '@mui/icons-material/PendingActions';
import People from '@mui/icons-material/People';
import PermContactCalendar from '@mui/icons-material/PermContactCalendar';
import Person from '@mui/icons-material/Person';
import PersonSearch from '@mui/icons-material/PersonSearch';
import Plagiarism from '@mui/icons-material/Plagiarism';
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import Policy from '@mui/icons-material/Policy';
import PregnantWoman from '@mui/icons-material/PregnantWoman';
import Preview from '@mui/icons-material/Preview';
import PrivacyTip from '@mui/icons-material/PrivacyTip';
import PublishedWithChanges from '@mui/icons-material/PublishedWithChanges';
import QuestionAnswer from '@mui/icons-material/QuestionAnswer';
import RateReview from '@mui/icons-material/RateReview';
import Receipt from '@mui/icons-material/Receipt';
import RemoveRedEye from '@mui/icons-material/RemoveRedEye';
import Rule from '@mui/icons-material/Rule';
import RuleFolder from '@mui/icons-material/RuleFolder';
import Save from '@mui/icons-material/Save';
import Schedule from '@mui/icons-material/Schedule';
import Science from '@mui/icons-material/Science';
import Security from '@mui/icons-material/Security';
import Send from '@mui/icons-material/Send';
import Shield from '@mui/icons-material/Shield';
import Source from '@mui/icons-material/Source';
import Storage from '@mui/icons-material/Storage';
import Summarize from '@mui/icons-material/Summarize';
import SupervisorAccount from '@mui/icons-material/SupervisorAccount';
import TableChart from '@mui/icons-material/TableChart';
import TaskAlt from '@mui/icons-material/TaskAlt';
import ThumbUp from '@mui/icons-material/ThumbUp';
import Timeline from '@mui/icons-material/Timeline';
import TrackChanges from '@mui/icons-material/TrackChanges';
import TravelExplore from '@mui/icons-material/TravelExplore';
import Tune from '@mui/icons-material/Tune';
import Upload from '@mui/icons-material/Upload';
import Vaccines from '@mui/icons-material/Vaccines';
import Verified from '@mui/icons-material/Verified';
import VerifiedUser from '@mui/icons-material/VerifiedUser';
import Work from '@mui/icons-material/Work';
import type SvgIcon from '@mui/material/SvgIcon';

/**
 * The icons on offer, by MUI name (decisions, "Administration"). A chunk of its own, loaded when an
 * icon is shown or picked.
 */
export const icons: Readonly<Record<string, typeof SvgIcon>> = {
  AccountBalance,
  AccountCircle,
  AccountTree,
  AdminPanelSettings,
  Analytics,
  Announcement,
  Approval,
  Archive,
  Article,
  Assessment,
  Assignment,
  AssignmentInd,
  AssignmentTurnedIn,
  AttachFile,
  Badge,
  BarChart,
  Biotech,
  Bloodtype,
  Book,
  Bookmark,
  Build,
  Business,
  CalendarMonth,
  Campaign,
  Category,
  ChatBubble,
  CheckBox,
  Checklist,
  ChildCare,
  Comment,
  Construction,
  ContactPage,
  Dashboard,
  DataObject,
  Dataset,
  Description,
  Diversity3,
  Download,
  Draw,
  Edit,
  EditNote,
  Email,
  EventAvailable,
  FactCheck,
  FamilyRestroom,
  Feedback,
  Fingerprint,
  Flag,
  Folder,
  Forum,
  Gavel,
  GppGood,
  Grading,
  Groups,
  Handshake,
  HealthAndSafety,
  Help,
  History,
  Home,
  HourglassEmpty,
  HowToReg,
  Info,
  Insights,
  Inventory,
  Key,
  LocalHospital,
  LocalShipping,
  Lock,
  ManageAccounts,
  ManageSearch,
  MedicalServices,
  Medication,
  MonitorHeart,
  NoteAdd,
  Notifications,
  PendingActions,
  People,
  PermContactCalendar,
  Person,
  PersonSearch,
  Plagiarism,
  PlaylistAddCheck,
  Policy,
  PregnantWoman,
  Preview,
  PrivacyTip,
  PublishedWithChanges,
  QuestionAnswer,
  RateReview,
  Receipt,
  RemoveRedEye,
  Rule,
  RuleFolder,
  Save,
  Schedule,
  Science,
  Security,
  Send,
  Shield,
  Source,
  Storage,
  Summarize,
  SupervisorAccount,
  TableChart,
  TaskAlt,
  ThumbUp,
  Timeline,
  TrackChanges,
  TravelExplore,
  Tune,
  Upload,
  Vaccines,
  Verified,
  VerifiedUser,
  Work,
};
